import type { Listing } from "../listing.js";
import type { DeadLetter, ReplayRequest, SecretWebhook, Webhook, WebhookChange, WebhookRequest } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** The receivers to which a brain sends its changes. */
export class Webhooks extends BrainSubject {
  /** Sends the events from now on to a URL. The answer has the secret of the signatures, only this once. */
  create(fields: WebhookRequest, options?: CallOptions): Promise<SecretWebhook> {
    return this.connection.json("createWebhook", { path: this.at(), body: fields }, options);
  }

  /** Returns the webhooks, oldest first. */
  async list(options?: CallOptions): Promise<Webhook[]> {
    return (await this.connection.json("listWebhooks", { path: this.at() }, options)).webhooks;
  }

  /** Changes a webhook. Made active again, it goes on where it stopped. */
  change(id: string, fields: WebhookChange, options?: CallOptions): Promise<Webhook> {
    return this.connection.json("changeWebhook", { path: this.at({ id }), body: fields }, options);
  }

  /** Gives a webhook a new secret. The old one signs too for 24 hours. */
  rotate(id: string, options?: CallOptions): Promise<SecretWebhook> {
    return this.connection.json("rotateWebhook", { path: this.at({ id }) }, options);
  }

  /** Removes a webhook with its dead letters, and returns it as it was. */
  delete(id: string, options?: CallOptions): Promise<Webhook> {
    return this.connection.json("deleteWebhook", { path: this.at({ id }) }, options);
  }

  /** Lists the batches that a webhook has given up, oldest first. */
  deadLetters(id: string, filter: QueryOf<"listDeadLetters"> = {}, options?: CallOptions): Listing<DeadLetter> {
    const parts = { path: this.at({ id }), query: filter };
    return this.listing("listDeadLetters", parts, (answer) => answer.dead_letters, options);
  }

  /** Lets one dead letter, or all of them, be sent again; returns how many. */
  async replay(id: string, fields: ReplayRequest = {}, options?: CallOptions): Promise<number> {
    const parts = { path: this.at({ id }), body: fields };
    return (await this.connection.json("replayDeadLetters", parts, options)).dead_letters;
  }
}
