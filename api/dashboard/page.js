"use strict";

const KEY = "graphmem-key";
const byId = (id) => document.getElementById(id);

async function get(path) {
  const key = sessionStorage.getItem(KEY);
  const answer = await fetch(path, { headers: key ? { Authorization: `Bearer ${key}` } : {} });
  const body = await answer.json();
  if (answer.ok) return body;
  throw Object.assign(new Error(body.detail), { status: answer.status });
}

function cell(row, value) {
  row.insertCell().textContent = value;
}

async function showBrain(brain) {
  const stats = await get(`/v1/brains/${encodeURIComponent(brain.name)}/stats`);
  const row = byId("brains").tBodies[0].insertRow();
  const episodes = Object.values(stats.episodes).reduce((sum, count) => sum + count, 0);
  const last = brain.last_recorded_at ? new Date(brain.last_recorded_at).toLocaleString() : "never";
  [brain.name, stats.entities, stats.facts, stats.facts_closed, episodes, last].forEach((value) => cell(row, value));
}

async function showBrains(cursor) {
  const page = await get(`/v1/brains?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  byId("brains").hidden = false;
  for (const brain of page.brains) await showBrain(brain);
  byId("message").textContent = byId("brains").tBodies[0].rows.length ? "" : "There is no brain yet; the first write creates one.";
  byId("more").hidden = !page.next_cursor;
  byId("more").onclick = () => refresh(page.next_cursor);
}

async function refresh(cursor) {
  byId("key-form").hidden = true;
  try {
    await showBrains(cursor);
  } catch (error) {
    byId("message").textContent = error.message;
    byId("key-form").hidden = error.status !== 401;
  }
}

async function showReady() {
  try {
    await get("/ready");
    byId("ready").textContent = "The database answers.";
  } catch (error) {
    byId("ready").textContent = error.message;
  }
}

const browser = document.body.dataset.browserUrl;
if (browser) Object.assign(byId("browser"), { href: browser, hidden: false });
byId("key-form").onsubmit = (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, byId("key").value);
  refresh();
};
showReady();
refresh();
