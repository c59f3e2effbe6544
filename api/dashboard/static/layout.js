// Where the nodes of a picture lie. A node keeps its place as long as it is known; a new one lies near what it is joined to.

const STEP = 110; // distance between neighbours, in pixels
const ANGLES = 24;
const RINGS = 6;
const ROUNDS = 40;

/**
 * Returns the place of every node. The same input gives the same places.
 *
 * @param {{id: string}[]} nodes in the order in which they are placed
 * @param {{source: string, target: string}[]} edges
 * @param {Map<string, {x: number, y: number}>} known places that stay
 * @param {number} wider how much wider than high the picture is; names need room at their sides
 * @returns {Map<string, {x: number, y: number}>}
 */
export function place(nodes, edges, known = new Map(), wider = 1.5) {
  const around = neighboursOf(nodes, edges);
  const places = new Places();
  for (const node of nodes) {
    const at = known.get(node.id);
    if (at) places.put(node.id, { x: at.x / wider, y: at.y });
  }
  const fresh = [];
  const waiting = [...places.at.keys()];
  const settle = (id, near) => {
    places.put(id, freePlace(near, places));
    fresh.push(id);
    waiting.push(id);
  };
  const spread = () => {
    for (let next = 0; next < waiting.length; next += 1) {
      for (const other of around.get(waiting[next])) if (!places.at.has(other)) settle(other, places.at.get(waiting[next]));
    }
    waiting.length = 0;
  };
  spread();
  for (const node of nodes) {
    if (places.at.has(node.id)) continue;
    settle(node.id, null);
    spread();
  }
  relax(fresh, around, places);
  return new Map([...places.at].map(([id, at]) => [id, { x: Math.round(at.x * wider), y: Math.round(at.y) }]));
}

// Places by id, and by the cells of a grid: what is near a point is found without a look at everything.
class Places {
  constructor() {
    this.at = new Map();
    this.cells = new Map();
  }

  put(id, { x, y }) {
    const spot = this.at.get(id) || { x, y, cell: NaN };
    const cell = cellOf(x, y);
    if (spot.cell !== cell) {
      const left = this.cells.get(spot.cell);
      if (left) left.splice(left.indexOf(spot), 1);
      if (!this.cells.has(cell)) this.cells.set(cell, []);
      this.cells.get(cell).push(spot);
    }
    Object.assign(spot, { x, y, cell });
    this.at.set(id, spot);
  }

  // The cells around a point: all that lies within the width of one.
  around(x, y) {
    const found = [];
    for (let right = -CELL; right <= CELL; right += CELL) {
      for (let down = -CELL; down <= CELL; down += CELL) {
        const cell = this.cells.get(cellOf(x + right, y + down));
        if (cell) found.push(cell);
      }
    }
    return found;
  }
}

const CELL = STEP * 2.5; // as far as two nodes push each other
const MOST_CELLS = 65536;

function cellOf(x, y) {
  return Math.floor(x / CELL) * MOST_CELLS + Math.floor(y / CELL);
}

function neighboursOf(nodes, edges) {
  const around = new Map(nodes.map((node) => [node.id, new Set()]));
  for (const { source, target } of edges) {
    if (source === target || !around.has(source) || !around.has(target)) continue;
    around.get(source).add(target);
    around.get(target).add(source);
  }
  return around;
}

// The place with most room on rings around a point; without a point, beside everything.
function freePlace(near, places) {
  if (places.at.size === 0) return { x: 0, y: 0 };
  const centre = near || beside(places);
  let best = null;
  for (let ring = 1; ring <= RINGS; ring += 1) {
    for (let turn = 0; turn < ANGLES; turn += 1) {
      const angle = ((turn + (ring % 2) / 2) / ANGLES) * 2 * Math.PI - Math.PI / 2;
      const at = { x: centre.x + Math.cos(angle) * STEP * ring, y: centre.y + Math.sin(angle) * STEP * ring };
      const room = roomAt(at, places);
      if (best === null || room > best.room + 1) best = { at, room };
    }
    if (best.room >= STEP * 0.8) break;
  }
  return best.at;
}

function roomAt(at, places) {
  let room = STEP * STEP * 2.25;
  for (const cell of places.around(at.x, at.y)) {
    for (const other of cell) {
      const dx = other.x - at.x;
      const dy = other.y - at.y;
      room = Math.min(room, dx * dx + dy * dy);
    }
  }
  return Math.sqrt(room);
}

function beside(places) {
  let right = -Infinity;
  let sum = 0;
  for (const at of places.at.values()) {
    right = Math.max(right, at.x);
    sum += at.y;
  }
  return { x: right + STEP, y: sum / places.at.size };
}

// New nodes push each other and everything else away and pull their neighbours; known nodes stay.
function relax(fresh, around, places) {
  if (fresh.length === 0 || places.at.size < 3) return;
  const rounds = Math.max(12, Math.min(ROUNDS, Math.round(4000 / fresh.length)));
  for (let round = 0; round < rounds; round += 1) {
    const reach = STEP * 0.25 * (1 - round / rounds);
    for (const id of fresh) {
      const at = places.at.get(id);
      const push = pushOn(at, around.get(id), places);
      const size = Math.sqrt(push.x * push.x + push.y * push.y);
      if (size < 1e-6) continue;
      const step = Math.min(reach, size) / size;
      places.put(id, { x: at.x + push.x * step, y: at.y + push.y * step });
    }
  }
}

function pushOn(at, joined, places) {
  const push = { x: 0, y: 0 };
  for (const cell of places.around(at.x, at.y)) {
    for (const there of cell) {
      const dx = at.x - there.x;
      const dy = at.y - there.y;
      const far = Math.max(1, dx * dx + dy * dy);
      if (there === at || far > CELL * CELL) continue;
      push.x += (dx / far) * STEP * STEP / 6;
      push.y += (dy / far) * STEP * STEP / 6;
    }
  }
  for (const id of joined) {
    const there = places.at.get(id);
    const dx = at.x - there.x;
    const dy = at.y - there.y;
    const far = Math.sqrt(dx * dx + dy * dy);
    push.x -= (dx * far) / STEP / 6;
    push.y -= (dy * far) / STEP / 6;
  }
  return push;
}
