/** How long the server's address is used for further requests, in milliseconds. It is valid for longer. */
const usedForMs = 60_000;

/** The address of a download, for several requests at once. */
export class CurrentAddress {
  private current: { url: Promise<string>; until: number } | undefined;
  private failure: Error | undefined;

  /** @param ask for a new one. `failure`: why several attempts failed; the person decides whether to continue */
  constructor(private readonly ask: (failure?: Error) => Promise<string>) {}

  /** All requests wait while one is asked for. @throws errors of `ask` */
  get(): Promise<string> {
    if (!this.current || this.failure || Date.now() > this.current.until) this.current = this.renewed();
    return this.current.url;
  }

  /** The next request asks for another one. @param failure shown to the person */
  drop(failure?: Error): void {
    this.failure ??= failure;
    this.current = undefined;
  }

  private renewed() {
    const { failure } = this;
    this.failure = undefined;
    const asked = { url: this.ask(failure), until: Infinity };
    asked.url.then(
      () => (asked.until = Date.now() + usedForMs),
      () => undefined,
    );
    return asked;
  }
}
