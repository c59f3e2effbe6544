// The picture of a graph: nodes and edges on a canvas, with places that stay while the picture changes.
/* global cytoscape */

import { place } from "./layout.js";

const SIGNS = { first: "− ", second: "+ ", changed: "~ ", path: "" };
const EASY = 120; // pictures with more edges than this show names and arrows of edges only from near by
const NEAR = 11; // from this size of the letters of an edge, in pixels, it is seen from near by
const LETTERS = 10; // the size of the letters of an edge in a picture that is not scaled
const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the picture of the page, or null where the page has none or the library did not load. */
export function openPicture(handlers = {}) {
  const figure = document.querySelector("[data-graph]");
  if (!figure || typeof cytoscape === "undefined") return null;
  figure.hidden = false;
  window.graphmemPicture = new Picture(figure, handlers); // for the console of the browser
  return window.graphmemPicture;
}

class Picture {
  constructor(figure, handlers) {
    this.canvas = figure.querySelector(".canvas");
    this.said = figure.querySelector("[data-said]");
    this.handlers = handlers;
    this.places = new Map();
    this.scale = 1;
    this.wider = Math.min(2.2, Math.max(0.8, this.canvas.clientWidth / this.canvas.clientHeight));
    this.cy = cytoscape({
      container: this.canvas, style: styles(1), layout: { name: "preset" }, minZoom: 0.1, maxZoom: 3,
      boxSelectionEnabled: false, selectionType: "single",
    });
    this.listen(figure);
  }

  listen(figure) {
    this.cy.on("zoom", () => this.simplify());
    this.cy.on("tap", "node", (event) => this.choose(event.target, true));
    this.cy.on("tap", "edge", (event) => this.choose(event.target, false));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    for (const button of figure.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => this.zoom(button.dataset.zoom));
    }
    const restyle = () => this.cy.style(styles(this.scale));
    new MutationObserver(restyle).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
    new ResizeObserver(() => this.cy.resize()).observe(this.canvas);
  }

  /** Shows nodes and edges. What is drawn already stays where it is. */
  draw({ nodes, edges }) {
    const first = this.cy.elements().empty();
    for (const node of this.cy.nodes()) this.places.set(node.id(), { ...node.position() });
    const places = place(nodes, edges, this.places, this.wider);
    const wanted = new Set([...nodes, ...edges].map((one) => one.id));
    this.cy.batch(() => {
      this.cy.elements().filter((one) => !wanted.has(one.id())).remove();
      for (const node of nodes) this.put("nodes", { ...node, label: node.name }, places.get(node.id));
      for (const edge of edges) this.put("edges", { ...edge, label: (SIGNS[edge.mark] || "") + edge.relation });
    });
    this.far = null; // the new edges have no class yet
    for (const [id, at] of places) this.places.set(id, at);
    if (first) this.fit(false);
    else if (!this.isInSight()) this.fit(true);
    this.simplify();
    this.canvas.dataset.nodes = nodes.length;
    this.canvas.dataset.edges = edges.length;
  }

  put(group, data, position) {
    const old = this.cy.getElementById(data.id);
    if (old.nonempty()) old.data(data);
    else this.cy.add({ group, data, position });
  }

  isInSight() {
    const all = this.cy.elements().boundingBox({ includeLabels: false });
    const seen = this.cy.extent();
    return all.x1 >= seen.x1 && all.x2 <= seen.x2 && all.y1 >= seen.y1 && all.y2 <= seen.y2;
  }

  fit(moves) {
    const padding = 36;
    if (this.cy.elements().empty()) return;
    if (moves && !CALM.matches) this.cy.animate({ fit: { eles: this.cy.elements(), padding } }, { duration: 250 });
    else this.cy.fit(this.cy.elements(), padding);
    if (moves) return;
    if (this.cy.zoom() > 1.2) {
      this.cy.zoom(1.2);
      this.cy.center();
    }
    // Names can be read in a picture that is drawn small; among very many of them they cannot, and are left out.
    this.scale = Math.min(2.2, Math.max(1, 0.95 / this.cy.zoom()));
    this.cy.style(styles(this.scale));
    this.simplify();
  }

  /** Leaves out the names and arrows of many edges that are drawn small: they could not be read, and dragging would stutter. */
  simplify() {
    const far = this.cy.edges().length > EASY && this.cy.zoom() * LETTERS * this.scale < NEAR;
    if (far === this.far) return;
    this.far = far;
    this.cy.edges().toggleClass("far", far);
  }

  zoom(how) {
    if (how === "fit") this.fit(true);
    else {
      const middle = { x: this.cy.width() / 2, y: this.cy.height() / 2 };
      this.cy.zoom({ level: this.cy.zoom() * (how === "in" ? 1.3 : 1 / 1.3), renderedPosition: middle });
    }
  }

  /** Marks a node or an edge and tells what it is. `opens`: a person asked for what lies behind it. */
  choose(one, opens) {
    this.cy.elements(":selected").unselect();
    one.select();
    this.say(one);
    this.handlers.chosen?.(one.data(), one.isNode(), opens);
  }

  /** Marks a node or an edge by its id, and brings it into sight. */
  find(id) {
    const one = this.cy.getElementById(id);
    if (one.empty()) return;
    this.choose(one, false);
    const box = one.renderedBoundingBox();
    if (box.x1 < 0 || box.y1 < 0 || box.x2 > this.cy.width() || box.y2 > this.cy.height()) this.cy.center(one);
  }

  say(one) {
    const data = one.data();
    this.said.textContent = one.isNode()
      ? `${data.name}, ${data.kind === "entity" ? data.type || "entity" : "a value"}, ${one.connectedEdges().length} facts drawn`
      : `${one.source().data("name")} ${data.relation} ${one.target().data("name")}`;
  }

  key(event) {
    const chosen = this.cy.nodes(":selected");
    if (event.key in WAYS) this.step(chosen, WAYS[event.key]);
    else if (event.key === "Enter" && chosen.nonempty()) this.choose(chosen[0], true);
    else if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? "in" : "out");
    else if (event.key === "0") this.zoom("fit");
    else if (event.key === "Escape") this.cy.elements(":selected").unselect();
    else return;
    event.preventDefault();
  }

  step(chosen, way) {
    if (this.cy.nodes().empty()) return;
    const next = chosen.empty() ? this.cy.nodes()[0] : nextTo(chosen[0], way, this.cy.nodes());
    if (next) this.find(next.id());
  }
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

// The nearest node in a direction; what lies straight ahead counts as nearer.
function nextTo(node, [wayX, wayY], nodes) {
  const from = node.position();
  let best = null;
  for (const other of nodes) {
    const dx = other.position().x - from.x;
    const dy = other.position().y - from.y;
    const ahead = dx * wayX + dy * wayY;
    if (other.id() === node.id() || ahead <= 0) continue;
    const aside = Math.abs(dx * wayY) + Math.abs(dy * wayX);
    const far = ahead + 2 * aside;
    if (best === null || far < best.far) best = { other, far };
  }
  return best?.other;
}

// The colours of the page. A variable of the style sheet may be `light-dark(…)`, which only a computed colour resolves.
function colour(name) {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return hex(found);
}

function hex(text) {
  const [red, green, blue] = text.match(/[\d.]+/g).map(Number);
  return `rgb(${red},${green},${blue})`;
}

// The colour half way from one to another: it looks like half an opacity, and is drawn faster.
function between(one, other) {
  const [from, to] = [one, other].map((shade) => shade.match(/\d+/g).map(Number));
  return `rgb(${from.map((part, index) => Math.round((part + to[index]) / 2)).join(",")})`;
}

function styles(scale) {
  const [text, faint, panel, accent, good, bad, warn, sunken] = [
    "text", "faint", "panel", "accent", "good", "bad", "warn", "sunken",
  ].map(colour);
  const line = between(faint, panel);
  const whole = { label: "data(label)", "target-arrow-shape": "triangle" };
  const edge = (mark, shade, more) => ({
    selector: `edge[mark = "${mark}"]`,
    style: {
      "line-color": shade, "target-arrow-color": shade, color: shade, width: 3 * scale, "z-index": 5, ...whole, ...more,
    },
  });
  return [
    {
      selector: "node",
      style: {
        label: "data(label)", color: text, "font-size": 12 * scale, "font-family": "system-ui, sans-serif", width: 18 * scale, height: 18 * scale,
        "background-color": accent, "text-valign": "bottom", "text-margin-y": 4, "text-wrap": "ellipsis", "text-max-width": 130 * scale,
        "text-outline-color": panel, "text-outline-width": 2, "min-zoomed-font-size": 5,
      },
    },
    {
      selector: 'node[kind = "value"]',
      style: { shape: "round-rectangle", width: 12 * scale, height: 12 * scale, "background-color": faint, color: faint },
    },
    { selector: 'node[role = "open"]', style: { "border-width": 3, "border-color": text } },
    {
      selector: 'node[role = "start"]',
      style: { width: 26 * scale, height: 26 * scale, "background-color": text, "font-weight": 700, "font-size": 14 * scale },
    },
    {
      selector: "edge",
      style: {
        label: "data(label)", width: 1.5 * scale, "curve-style": "bezier", "line-color": line, "target-arrow-color": faint, color: faint,
        "target-arrow-shape": "triangle", "arrow-scale": 0.8, "font-size": LETTERS * scale, "text-rotation": "autorotate",
        "font-family": "system-ui, sans-serif", "text-background-color": panel, "text-background-opacity": 0.85,
        "text-background-padding": 1, "min-zoomed-font-size": 6,
        "text-wrap": "ellipsis", "text-max-width": 120 * scale,
      },
    },
    { selector: "edge.far", style: { label: "", "target-arrow-shape": "none" } },
    edge("path", accent, { width: 4 * scale }),
    edge("second", good, {}),
    edge("first", bad, { "line-style": "dashed" }),
    edge("changed", warn, { "line-style": "dotted", width: 4 * scale }),
    { selector: "node:selected", style: { "overlay-color": accent, "overlay-opacity": 0.25, "overlay-padding": 6 } },
    { selector: "edge:selected", style: { width: 4 * scale, "line-color": text, "target-arrow-color": text, color: text, ...whole } },
    { selector: ":active", style: { "overlay-color": sunken } },
  ];
}

/** Reads the drawing that a part of the page has. */
export function drawingIn(part) {
  const holder = part.querySelector("[data-drawing]");
  return holder ? JSON.parse(holder.dataset.drawing) : { nodes: [], edges: [] };
}

/** Loads a part of a page. A refusal is shown in its place. Returns false if it was refused, or a later call took its turn. */
export function loader() {
  let running = null;
  return async (address, part) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    part.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: mine.signal });
      const login = answer.headers.get("HX-Redirect");
      if (login) window.location.assign(login);
      part.innerHTML = await answer.text();
      return answer.ok;
    } catch (error) {
      if (mine.signal.aborted) return false;
      part.textContent = "The service does not answer. Load the page again.";
      return false;
    } finally {
      if (running === mine) part.removeAttribute("aria-busy");
    }
  };
}
