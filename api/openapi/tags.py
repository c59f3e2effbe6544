"""The tags of the operations: the subjects of a brain, as the clients have them, and those of the service."""

from __future__ import annotations

from typing import Any

BRAIN = "brain"
"""The operations that are methods of a brain itself."""
SUBJECTS = {
    BRAIN: (
        "Write, read and curate facts; the settings of a brain",
        "rememberEpisode recall listFacts getFact getFactHistory addFact correctFact invalidateFact restoreFact forgetFact "
        "configureBrain createBrain forgetBrain",
    ),
    "entities": (
        "People, places and things",
        "listEntities getEntity getEntityHistory listEntityFacts listSimilarEntities addEntity changeEntity mergeEntities "
        "unmergeEntity splitEntity forgetEntity",
    ),
    "episodes": (
        "What was told, as it came, and the queue",
        "listEpisodes getEpisode getEpisodeChanges getTrace replayEpisode forgetEpisode getQueue",
    ),
    "sessions": ("Conversations", "listSessions flushSession summariseSession"),
    "graph": (
        "Neighbours, paths, and what depends on what",
        "listNeighbours findPaths getFactSupport getFactDependents listWaitingFacts rehearseFact call",
    ),
    "timeline": ("When facts changed, and what differs between two moments", "getChangeMoments listDifferences"),
    "contradictions": ("Facts that another fact ended", "listContradictions acceptContradiction"),
    "ontology": ("Types of entities and relations, and the rules of relations", "getOntology setRelation"),
    "forget_requests": ("Requests to forget in messages", "listForgetRequests undoForgetRequest"),
    "overview": ("Counts, and what happened lately", "getBrain getStats getOverview"),
    "items": ("JSON values by path and key", "putItems getItems searchItems deleteItems clearItems listItemPaths"),
    "sources": ("Sources of episodes", "listSources setSource retractSource restoreSource"),
    "retention": ("How long episodes are kept", "getRetention setRetention applyRetention forgetEpisodes"),
    "reextraction": (
        "Read episodes again by another model",
        "reextract estimateReextraction listReextractions undoReextraction",
    ),
    "transfer": ("Export, load and import", "exportBrain loadExport importFacts importEpisodes"),
    "feed": ("What every commit changed", "listChanges"),
    "webhooks": (
        "Receivers of the feed",
        "createWebhook listWebhooks changeWebhook rotateWebhook deleteWebhook listDeadLetters replayDeadLetters",
    ),
    "upkeep": ("Jobs between messages, and their schedule", "tick getUpkeepSchedule scheduleUpkeep setUpkeepSchedule"),
    "proposals": ("What upkeep proposes", "listProposals approveProposal declineProposal undoProposal"),
    "directives": ("Standing instructions of the user", "listDirectives"),
    "observations": ("What upkeep has noticed", "listObservations"),
    "clusters": ("Topics", "listClusters getCluster"),
}
"""Subject: what it is, and its operations."""
SERVICE = {
    "brains": ("The brains of the service", "listBrains"),
    "dates": ("Dates in a text", "resolveDates"),
    "keys": ("API keys", "createKey listKeys rotateKey revokeKey"),
    "operations": ("The state of the service, and its audit log", "getOperations listFindings listAudit"),
    "health": ("Whether the service runs and can work", "getHealth getReadiness getMetrics"),
}
"""Tag of the service: what it is, and its operations."""
TAGS = SUBJECTS | SERVICE
TAG_OF = {operation: tag for tag, (_, operations) in TAGS.items() for operation in operations.split()}


def described_tags() -> list[dict[str, Any]]:
    """Return the tags of the document, in the order of the subjects."""
    return [{"name": tag, "description": told} for tag, (told, _) in TAGS.items()]
