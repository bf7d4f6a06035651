// Elements, written down briefly.

type Attributes = Record<string, string | number | boolean | null | undefined>;
export type Child = Node | string | null | undefined | false;

function fill<T extends Element>(element: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const rounded: Attributes = {};
  for (const [name, value] of Object.entries(attributes))
    rounded[name] = typeof value === "number" ? Math.round(value * 100) / 100 : value;
  return fill(document.createElementNS(SVG, tag), rounded, children);
}

// Replaces what `parent` holds; the element with the focus keeps it if one with the same data-key
// takes its place, so that numbers may change under a keyboard user.
export function replaceContent(parent: Element, ...children: Child[]): void {
  const active = parent.ownerDocument.activeElement;
  const key = active && parent.contains(active) ? active.getAttribute("data-key") : null;
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
  if (key === null) return;
  const next = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (next instanceof HTMLElement || next instanceof SVGElement)
    next.focus({ preventScroll: true });
}
