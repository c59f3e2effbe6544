import type { Changes, RelationRequest } from "../openapi.js";
import type { AnswerOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** The types of a brain. */
export class Ontology extends BrainSubject {
  /** Returns the entity types and relations of this brain. */
  get(options?: CallOptions): Promise<AnswerOf<"getOntology">> {
    return this.connection.json("getOntology", { path: this.at() }, options);
  }

  /** Sets how the values of a relation exclude each other, and derives its periods again. */
  setRelation(name: string, fields: RelationRequest, options?: WriteOptions): Promise<Changes> {
    return this.connection.json("setRelation", { path: this.at({ name }), body: fields }, options);
  }
}
