// Of questions asked one after another only the last one's answer counts: an earlier one may be
// answered later, and is then of what is no longer looked at.

export class Latest {
  private asked = 0;

  // Begins a question; what is returned tells whether it is still the last one.
  begin(): () => boolean {
    const mine = ++this.asked;
    return () => mine === this.asked;
  }
}
