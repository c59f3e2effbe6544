import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the proxy does with one request. */
export type Fault =
  | "pass"
  /** Breaks the connection without forwarding the request. */
  | "drop before"
  /** Lets the service carry the request out, and breaks the connection instead of answering. */
  | "drop after"
  /** Answers nothing. */
  | "hang"
  /** Answers in place of the service. */
  | { status: number; headers?: Record<string, string>; body?: string };

/** A request as the proxy received it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A proxy in front of the service that makes faults in the order in which they are listed, and then none. */
export class FaultyProxy {
  readonly seen: Seen[] = [];
  faults: Fault[] = [];
  readonly #target: string;
  readonly #server: Server;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((incoming, answer) => void this.#handle(incoming, answer));
  }

  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets the following requests fail in these ways, one after the other. */
  plan(...faults: Fault[]): void {
    this.faults = faults;
    this.seen.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await textOf(incoming);
    this.seen.push({ method: incoming.method!, url: incoming.url!, headers: incoming.headers, body });
    const fault = this.faults.shift() ?? "pass";
    if (fault === "hang") return;
    if (fault === "drop before") {
      incoming.socket.destroy();
    } else if (typeof fault === "object") {
      answer.writeHead(fault.status, fault.headers).end(fault.body);
    } else {
      const real = await this.#forward(incoming, body);
      const told = await textOf(real);
      if (fault === "drop after") incoming.socket.destroy();
      else answer.writeHead(real.statusCode!, withoutLength(real.headers)).end(told);
    }
  }

  #forward(incoming: IncomingMessage, body: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { ...withoutLength(incoming.headers), "content-length": Buffer.byteLength(body) };
      const onward = request(this.#target + incoming.url, { method: incoming.method, headers }, resolve);
      onward.on("error", reject).end(body);
    });
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function withoutLength(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const { "content-length": _length, "transfer-encoding": _encoding, ...rest } = headers;
  return rest;
}

/** Returns a problem document as an answer. */
export function problem(status: number, code: string, more: Record<string, unknown> = {}, headers = {}): Fault {
  const body = { type: `urn:graphmem:problem:${code}`, title: code, status, detail: "A fault of the test", code, ...more };
  return { status, headers: { "Content-Type": "application/problem+json", ...headers }, body: JSON.stringify(body) };
}
