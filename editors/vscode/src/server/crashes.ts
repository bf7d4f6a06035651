// When a server that ended is started again: at once, but not for ever.

export class Crashes {
  private times: number[] = [];

  constructor(
    private readonly most = 5,
    private readonly withinMs = 180_000,
  ) {}

  // Whether to start again after an end at this time.
  again(nowMs: number): boolean {
    this.times = this.times.filter((time) => nowMs - time < this.withinMs);
    this.times.push(nowMs);
    return this.times.length < this.most;
  }

  get count(): number {
    return this.times.length;
  }

  forget(): void {
    this.times = [];
  }
}
