"use strict";

const KEY = "graphmem-key";
const one = (id) => document.getElementById(id);

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
  const row = one("brains").tBodies[0].insertRow();
  const episodes = Object.values(stats.episodes).reduce((sum, count) => sum + count, 0);
  const last = brain.last_recorded_at ? new Date(brain.last_recorded_at).toLocaleString() : "never";
  [brain.name, stats.entities, stats.facts, stats.facts_closed, episodes, last].forEach((value) => cell(row, value));
}

async function showBrains(cursor) {
  const page = await get(`/v1/brains?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  one("brains").hidden = false;
  for (const brain of page.brains) await showBrain(brain);
  one("message").textContent = one("brains").tBodies[0].rows.length ? "" : "There is no brain yet; the first write makes one.";
  one("more").hidden = !page.next_cursor;
  one("more").onclick = () => shown(page.next_cursor);
}

async function shown(cursor) {
  one("key-form").hidden = true;
  try {
    await showBrains(cursor);
  } catch (error) {
    one("message").textContent = error.message;
    one("key-form").hidden = error.status !== 401;
  }
}

async function showReady() {
  try {
    await get("/ready");
    one("ready").textContent = "The database answers.";
  } catch (error) {
    one("ready").textContent = error.message;
  }
}

const browser = document.body.dataset.browserUrl;
if (browser) Object.assign(one("browser"), { href: browser, hidden: false });
one("key-form").onsubmit = (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, one("key").value);
  shown();
};
showReady();
shown();
