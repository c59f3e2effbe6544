// The graph around an entity: opens nodes, shows what is chosen, and keeps the address of what is seen.

import { drawingIn, loader, openPicture } from "./picture.js";

const part = document.getElementById("drawn");
const panel = document.getElementById("panel");
const load = loader();
const loadPanel = loader();

if (part) start();

function start() {
  const picture = openPicture({ chosen });
  if (picture) picture.draw(drawingIn(part));
  if (picture && panel) panel.hidden = false;
  showCopy();
  document.addEventListener("click", (event) => {
    const open = event.target.closest?.("[data-open]");
    if (open && picture) {
      event.preventDefault();
      go(open.href, picture);
    }
    if (event.target.closest?.("[data-copy]")) copy(event.target);
  });
  part.addEventListener("focusin", (event) => point(event, picture));
  window.addEventListener("popstate", () => show(window.location.href, picture));

  function chosen(data, isNode, opens) {
    const kind = isNode ? "entity" : "fact";
    if (!isNode || data.kind === "entity") loadPanel(panelAddress(kind, data.id), panel);
    else panel.textContent = data.name;
    const link = part.querySelector(`[data-open="${CSS.escape(data.id)}"]`);
    if (opens && link) go(link.href, picture);
  }
}

function panelAddress(kind, id) {
  const here = new URL(window.location.href);
  const address = new URL(`${here.pathname}/${kind}`, here);
  address.searchParams.set("id", id);
  for (const clock of ["valid_at", "known_at"]) {
    if (here.searchParams.get(clock)) address.searchParams.set(clock, here.searchParams.get(clock));
  }
  return address;
}

async function go(address, picture) {
  window.history.pushState(null, "", address);
  await show(address, picture);
}

async function show(address, picture) {
  keepOpen(new URL(address));
  if (!(await load(address, part))) return;
  picture?.draw(drawingIn(part));
  showCopy();
}

// The filter of the page keeps what is open.
function keepOpen(address) {
  const filters = document.getElementById("filters");
  for (const field of filters.querySelectorAll('[name="more"]')) field.remove();
  for (const value of address.searchParams.getAll("more")) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "more", value });
    filters.append(field);
  }
}

// A row of the tables that has the focus is marked in the picture.
function point(event, picture) {
  const row = event.target.closest("[data-node], [data-edge]");
  if (row && picture) picture.find(row.dataset.node || row.dataset.edge);
}

function showCopy() {
  for (const button of part.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}

async function copy(button) {
  await navigator.clipboard.writeText(button.closest("details").querySelector("code").textContent);
  button.textContent = "Copied";
}
