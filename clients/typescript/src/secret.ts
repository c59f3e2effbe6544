/** A text that no error, log line or JSON may show. */
export class Secret {
  readonly #text: string | undefined;

  /**
   * @throws TypeError if the text cannot be a header; the error does not quote it.
   */
  constructor(text: string | undefined) {
    if (text !== undefined && !/^[\x21-\x7e]+$/.test(text)) {
      throw new TypeError("apiKey must be printable ASCII without spaces");
    }
    this.#text = text;
  }

  /** Returns the header that shows the key to the service; nothing without a key. */
  headers(): Record<string, string> {
    return this.#text === undefined ? {} : { Authorization: `Bearer ${this.#text}` };
  }

  /** Returns a text without the key. */
  redact(text: string): string {
    return this.#text === undefined ? text : text.replaceAll(this.#text, "[key]");
  }
}
