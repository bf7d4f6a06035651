// Predictions while somebody types: at most one request is under way, a newer one ends it, and what
// is shown turns grey only when an answer takes its time.

const STALE_AFTER_MS = 400;

export interface LiveEvents<Answer> {
  ask(signal: AbortSignal): Promise<Answer>;
  answered(answer: Answer, milliseconds: number): void;
  failed(error: unknown): void;
  stale(isStale: boolean): void;
  busy(isBusy: boolean): void;
}

export class Live<Answer> {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private staleTimer: ReturnType<typeof setTimeout> | null = null;
  private request: AbortController | null = null;

  constructor(private readonly events: LiveEvents<Answer>) {}

  // Asks after a pause without further calls.
  schedule(delayMs: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.staleTimer === null)
      this.staleTimer = setTimeout(() => this.events.stale(true), STALE_AFTER_MS);
    this.timer = setTimeout(() => void this.ask(), delayMs);
  }

  cancel(): void {
    this.request?.abort();
    if (this.timer !== null) clearTimeout(this.timer);
    this.settle();
  }

  private settle(): void {
    if (this.staleTimer !== null) clearTimeout(this.staleTimer);
    this.staleTimer = null;
    this.timer = null;
  }

  private async ask(): Promise<void> {
    this.timer = null;
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const begin = performance.now();
    this.events.busy(true);
    try {
      const answer = await this.events.ask(request.signal);
      if (request.signal.aborted) return;
      if (this.timer === null) this.settle();
      this.events.busy(false);
      this.events.answered(answer, performance.now() - begin);
    } catch (error) {
      if (request.signal.aborted) return;
      if (this.timer === null) this.settle();
      this.events.busy(false);
      this.events.failed(error);
    }
  }
}
