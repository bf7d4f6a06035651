// The extension as it is installed, in a real VS Code in a real browser: what a user does, in the
// order of a working day. Each part opens what it needs, and passes alone; its tests build on one
// another.

import "./parts/start";
import "./parts/typing";
import "./parts/view";
import "./parts/marks";
import "./parts/commands";
import "./parts/settings";
import "./parts/languages";
import "./parts/reload";
import "./parts/problems";
