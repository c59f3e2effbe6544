import type { operations, paths } from "./openapi.js";

/** The name of a call of the service, as in its OpenAPI document. */
export type OperationId = keyof operations;

/**
 * Whether a call may be sent again without doing its work twice.
 *
 * - `safe`: it only reads, or the second call changes nothing more.
 * - `keyed`: the service carries it out once for each `Idempotency-Key`.
 * - `once`: neither holds. It is sent again only if the service certainly did not begin with it.
 */
export type Manner = "safe" | "keyed" | "once";

/** Where a call goes, and whether it may be sent again. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: keyof paths;
  readonly manner: Manner;
}

const BRAIN = "/v1/brains/{brain}";

/** Every call of the service. */
export const OPERATIONS = {
  getHealth: { method: "GET", path: "/health", manner: "safe" },
  getReadiness: { method: "GET", path: "/ready", manner: "safe" },
  getMetrics: { method: "GET", path: "/metrics", manner: "safe" },
  getOperations: { method: "GET", path: "/v1/operations", manner: "safe" },
  listAudit: { method: "GET", path: "/v1/audit", manner: "safe" },
  listFindings: { method: "GET", path: "/v1/findings", manner: "safe" },
  resolveDates: { method: "POST", path: "/v1/dates:resolve", manner: "safe" },
  listBrains: { method: "GET", path: "/v1/brains", manner: "safe" },
  getBrain: { method: "GET", path: BRAIN, manner: "safe" },
  createBrain: { method: "PUT", path: BRAIN, manner: "safe" },
  configureBrain: { method: "PATCH", path: BRAIN, manner: "keyed" },
  listForgetRequests: { method: "GET", path: `${BRAIN}/forget-requests`, manner: "safe" },
  undoForgetRequest: { method: "POST", path: `${BRAIN}/forget-requests/{id}:undo`, manner: "keyed" },
  forgetBrain: { method: "DELETE", path: BRAIN, manner: "once" },
  getStats: { method: "GET", path: `${BRAIN}/stats`, manner: "safe" },
  getOverview: { method: "GET", path: `${BRAIN}/overview`, manner: "safe" },
  getQueue: { method: "GET", path: `${BRAIN}/queue`, manner: "safe" },
  listContradictions: { method: "GET", path: `${BRAIN}/contradictions`, manner: "safe" },
  acceptContradiction: { method: "POST", path: `${BRAIN}/contradictions/{id}:accept`, manner: "keyed" },
  getChangeMoments: { method: "GET", path: `${BRAIN}/moments`, manner: "safe" },
  listDifferences: { method: "GET", path: `${BRAIN}/differences`, manner: "safe" },
  rememberEpisode: { method: "POST", path: `${BRAIN}/episodes`, manner: "keyed" },
  listEpisodes: { method: "GET", path: `${BRAIN}/episodes`, manner: "safe" },
  importEpisodes: { method: "POST", path: `${BRAIN}/episodes:import`, manner: "safe" },
  getEpisode: { method: "GET", path: `${BRAIN}/episodes/{id}`, manner: "safe" },
  getEpisodeChanges: { method: "GET", path: `${BRAIN}/episodes/{id}/changes`, manner: "safe" },
  forgetEpisode: { method: "DELETE", path: `${BRAIN}/episodes/{id}`, manner: "once" },
  getTrace: { method: "GET", path: `${BRAIN}/episodes/{id}/trace`, manner: "safe" },
  replayEpisode: { method: "POST", path: `${BRAIN}/episodes/{id}:replay`, manner: "safe" },
  listSessions: { method: "GET", path: `${BRAIN}/sessions`, manner: "safe" },
  flushSession: { method: "POST", path: `${BRAIN}/sessions/{session}:flush`, manner: "keyed" },
  summariseSession: { method: "POST", path: `${BRAIN}/sessions/{session}:summarise`, manner: "keyed" },
  recall: { method: "POST", path: `${BRAIN}/recall`, manner: "safe" },
  call: { method: "POST", path: `${BRAIN}/call`, manner: "safe" },
  addFact: { method: "POST", path: `${BRAIN}/facts`, manner: "keyed" },
  listFacts: { method: "GET", path: `${BRAIN}/facts`, manner: "safe" },
  importFacts: { method: "POST", path: `${BRAIN}/facts:import`, manner: "safe" },
  rehearseFact: { method: "POST", path: `${BRAIN}/facts:rehearse`, manner: "safe" },
  listWaitingFacts: { method: "GET", path: `${BRAIN}/facts:waiting`, manner: "safe" },
  getFact: { method: "GET", path: `${BRAIN}/facts/{id}`, manner: "safe" },
  forgetFact: { method: "DELETE", path: `${BRAIN}/facts/{id}`, manner: "once" },
  getFactHistory: { method: "GET", path: `${BRAIN}/facts/{id}/history`, manner: "safe" },
  getFactSupport: { method: "GET", path: `${BRAIN}/facts/{id}/support`, manner: "safe" },
  getFactDependents: { method: "GET", path: `${BRAIN}/facts/{id}/dependents`, manner: "safe" },
  invalidateFact: { method: "POST", path: `${BRAIN}/facts/{id}:invalidate`, manner: "keyed" },
  correctFact: { method: "POST", path: `${BRAIN}/facts/{id}:correct`, manner: "keyed" },
  restoreFact: { method: "POST", path: `${BRAIN}/facts/{id}:restore`, manner: "keyed" },
  forgetEpisodes: { method: "POST", path: `${BRAIN}/episodes:forget`, manner: "keyed" },
  getRetention: { method: "GET", path: `${BRAIN}/retention`, manner: "safe" },
  setRetention: { method: "PUT", path: `${BRAIN}/retention`, manner: "safe" },
  applyRetention: { method: "POST", path: `${BRAIN}/retention:apply`, manner: "keyed" },
  estimateReextraction: { method: "POST", path: `${BRAIN}/episodes:estimate-reextraction`, manner: "safe" },
  reextract: { method: "POST", path: `${BRAIN}/episodes:reextract`, manner: "keyed" },
  listReextractions: { method: "GET", path: `${BRAIN}/reextractions`, manner: "safe" },
  undoReextraction: { method: "POST", path: `${BRAIN}/reextractions/{id}:undo`, manner: "keyed" },
  listSources: { method: "GET", path: `${BRAIN}/sources`, manner: "safe" },
  setSource: { method: "PUT", path: `${BRAIN}/sources/{source}`, manner: "safe" },
  retractSource: { method: "POST", path: `${BRAIN}/sources/{source}:retract`, manner: "keyed" },
  restoreSource: { method: "POST", path: `${BRAIN}/sources/{source}:restore`, manner: "keyed" },
  putItems: { method: "PUT", path: `${BRAIN}/items`, manner: "keyed" },
  getItems: { method: "POST", path: `${BRAIN}/items:get`, manner: "safe" },
  searchItems: { method: "POST", path: `${BRAIN}/items:search`, manner: "safe" },
  listItemPaths: { method: "POST", path: `${BRAIN}/items:paths`, manner: "safe" },
  deleteItems: { method: "POST", path: `${BRAIN}/items:delete`, manner: "keyed" },
  clearItems: { method: "POST", path: `${BRAIN}/items:clear`, manner: "keyed" },
  listChanges: { method: "GET", path: `${BRAIN}/changes`, manner: "safe" },
  createWebhook: { method: "POST", path: `${BRAIN}/webhooks`, manner: "once" },
  listWebhooks: { method: "GET", path: `${BRAIN}/webhooks`, manner: "safe" },
  changeWebhook: { method: "PATCH", path: `${BRAIN}/webhooks/{id}`, manner: "safe" },
  rotateWebhook: { method: "POST", path: `${BRAIN}/webhooks/{id}:rotate`, manner: "once" },
  deleteWebhook: { method: "DELETE", path: `${BRAIN}/webhooks/{id}`, manner: "once" },
  listDeadLetters: { method: "GET", path: `${BRAIN}/webhooks/{id}/dead-letters`, manner: "safe" },
  replayDeadLetters: { method: "POST", path: `${BRAIN}/webhooks/{id}:replay`, manner: "safe" },
  listEntities: { method: "GET", path: `${BRAIN}/entities`, manner: "safe" },
  addEntity: { method: "POST", path: `${BRAIN}/entities`, manner: "keyed" },
  mergeEntities: { method: "POST", path: `${BRAIN}/entities:merge`, manner: "keyed" },
  unmergeEntity: { method: "POST", path: `${BRAIN}/entities/{ref}:unmerge`, manner: "keyed" },
  splitEntity: { method: "POST", path: `${BRAIN}/entities/{ref}:split`, manner: "keyed" },
  changeEntity: { method: "PATCH", path: `${BRAIN}/entities/{ref}`, manner: "keyed" },
  getEntity: { method: "GET", path: `${BRAIN}/entities/{ref}`, manner: "safe" },
  getEntityHistory: { method: "GET", path: `${BRAIN}/entities/{ref}/history`, manner: "safe" },
  listSimilarEntities: { method: "GET", path: `${BRAIN}/entities/{ref}/similar`, manner: "safe" },
  findPaths: { method: "GET", path: `${BRAIN}/entities/{ref}/paths`, manner: "safe" },
  listEntityFacts: { method: "GET", path: `${BRAIN}/entities/{ref}/facts`, manner: "safe" },
  listNeighbours: { method: "GET", path: `${BRAIN}/entities/{ref}/neighbours`, manner: "safe" },
  forgetEntity: { method: "DELETE", path: `${BRAIN}/entities/{id}`, manner: "once" },
  getOntology: { method: "GET", path: `${BRAIN}/ontology`, manner: "safe" },
  setRelation: { method: "PATCH", path: `${BRAIN}/ontology/relations/{name}`, manner: "keyed" },
  tick: { method: "POST", path: `${BRAIN}/maintenance:tick`, manner: "keyed" },
  listClusters: { method: "GET", path: `${BRAIN}/clusters`, manner: "safe" },
  getCluster: { method: "GET", path: `${BRAIN}/clusters/{id}`, manner: "safe" },
  listObservations: { method: "GET", path: `${BRAIN}/observations`, manner: "safe" },
  listDirectives: { method: "GET", path: `${BRAIN}/directives`, manner: "safe" },
  getUpkeepSchedule: { method: "GET", path: `${BRAIN}/maintenance/schedule`, manner: "safe" },
  setUpkeepSchedule: { method: "PUT", path: `${BRAIN}/maintenance/schedule`, manner: "safe" },
  scheduleUpkeep: { method: "PATCH", path: `${BRAIN}/maintenance/schedule`, manner: "safe" },
  listProposals: { method: "GET", path: `${BRAIN}/proposals`, manner: "safe" },
  approveProposal: { method: "POST", path: `${BRAIN}/proposals/{id}:approve`, manner: "keyed" },
  declineProposal: { method: "POST", path: `${BRAIN}/proposals/{id}:decline`, manner: "keyed" },
  undoProposal: { method: "POST", path: `${BRAIN}/proposals/{id}:undo`, manner: "keyed" },
  exportBrain: { method: "GET", path: `${BRAIN}/export`, manner: "safe" },
  loadExport: { method: "POST", path: `${BRAIN}:load-export`, manner: "once" },
  createKey: { method: "POST", path: "/v1/keys", manner: "once" },
  listKeys: { method: "GET", path: "/v1/keys", manner: "safe" },
  rotateKey: { method: "POST", path: "/v1/keys/{id}:rotate", manner: "once" },
  revokeKey: { method: "DELETE", path: "/v1/keys/{id}", manner: "safe" },
} as const satisfies Record<OperationId, Operation>;

/** The query parameters of a call. */
export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]["parameters"]["query"]>;

type Json<T> = T extends { content: { "application/json": infer Value } } ? Value : never;
type Successes<T> = { [Status in keyof T]: Status extends 200 | 201 | 202 ? Json<T[Status]> : never }[keyof T];

/** The JSON body of a call. */
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? NonNullable<Json<NonNullable<Body>>>
  : never;

/** The JSON answer of a call that succeeds. */
export type AnswerOf<Id extends OperationId> = Successes<operations[Id]["responses"]>;
