/** A promise whose work begins when somebody waits for it. */
export abstract class Lazy<T> implements Promise<T> {
  #promise: Promise<T> | undefined;

  /** Does the work. It is called once. */
  protected abstract run(): Promise<T>;

  get [Symbol.toStringTag](): string {
    return "Promise";
  }

  then<Result = T, Refusal = never>(
    resolved?: ((value: T) => Result | PromiseLike<Result>) | null,
    rejected?: ((reason: unknown) => Refusal | PromiseLike<Refusal>) | null,
  ): Promise<Result | Refusal> {
    this.#promise ??= this.run();
    return this.#promise.then(resolved, rejected);
  }

  catch<Refusal = never>(
    rejected?: ((reason: unknown) => Refusal | PromiseLike<Refusal>) | null,
  ): Promise<T | Refusal> {
    return this.then(undefined, rejected);
  }

  finally(after?: (() => void) | null): Promise<T> {
    return this.then().finally(after);
  }
}
