/** What ends an attempt: the caller's signal, or a time without progress. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #milliseconds: number;
  readonly #end = (): void => this.#controller.abort(this.#caller?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expired = false;

  /**
   * @param milliseconds time without progress; 0 or Infinity = no limit.
   * @param caller the signal of the caller.
   */
  constructor(milliseconds: number, caller?: AbortSignal) {
    this.#milliseconds = milliseconds;
    this.#caller = caller;
    if (caller?.aborted) this.#end();
    caller?.addEventListener("abort", this.#end, { once: true });
    this.progress();
  }

  /** The signal for fetch. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time is over. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Lets the time begin anew. */
  progress(): void {
    this.hold();
    if (this.#milliseconds > 0 && this.#milliseconds <= LONGEST_TIMER) {
      this.#timer = setTimeout(() => this.#expire(), this.#milliseconds);
    }
  }

  /** Stops the time until the next progress: the client waits for its caller. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Lets go of the caller's signal and of the timer. */
  close(): void {
    this.hold();
    this.#caller?.removeEventListener("abort", this.#end);
  }

  /** Ends the request too. */
  cancel(): void {
    this.close();
    this.#controller.abort();
  }

  #expire(): void {
    this.#expired = true;
    this.#controller.abort();
  }
}

/** The longest time of a timer, in milliseconds; a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
