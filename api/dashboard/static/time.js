// Two sliders over time. Each position is a moment at which something changed; the facts and the picture follow.

import { drawingIn, loader, openPicture } from "./picture.js";

const PAUSE = 150; // milliseconds until a slider counts as at rest
const BEAT = 1100; // milliseconds that a moment is shown while the sliders play
const part = document.getElementById("drawn");
const load = loader();
const loadValid = loader();
const picture = openPicture();

picture?.draw(drawingIn(document));
for (const block of document.querySelectorAll("[data-slider]")) wake(block);

function wake(block) {
  const range = block.querySelector("input[type=range]");
  const values = JSON.parse(range.dataset.values);
  let timer = null;
  range.hidden = false;
  range.setAttribute("aria-valuetext", block.querySelector("output").textContent);
  range.addEventListener("input", () => {
    stop(block);
    tell(block, range, values);
    clearTimeout(timer);
    timer = setTimeout(() => show(block, values[range.value]), PAUSE);
  });
  const play = block.querySelector("[data-play]");
  play.hidden = values.length < 2;
  play.addEventListener("click", () => (block.dataset.playing ? stop(block) : run(block, range, values)));
  for (const link of block.querySelectorAll("[data-step]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      stop(block);
      move(block, range, values, target(link.dataset.step, range, values));
    });
  }
}

function target(step, range, values) {
  return step === "now" ? values.indexOf("") : Number(range.value) + Number(step);
}

async function move(block, range, values, to) {
  range.value = Math.min(values.length - 1, Math.max(0, to));
  tell(block, range, values);
  await show(block, values[range.value]);
}

// What a position says: its moment, as the page shows moments, and how much changed there.
function tell(block, range, values) {
  const value = values[range.value];
  const count = JSON.parse(range.dataset.changes)[range.value];
  const name = value ? shown(value, block.dataset.slider) : range.dataset.latest;
  const words = `${name}${count ? `, ${count} ${count === 1 ? "change" : "changes"}` : ""}`;
  block.querySelector("output").textContent = words;
  range.setAttribute("aria-valuetext", words);
  const place = Number(range.value);
  const ends = { "-1": place === 0, 1: place === values.length - 1, now: value === "" };
  for (const link of block.querySelectorAll("[data-step]")) link.hidden = ends[link.dataset.step];
}

function shown(value, clock) {
  if (clock === "valid_at") return value.endsWith("T00:00:00Z") ? value.slice(0, 10) : value.slice(0, 16).replace("T", " ");
  const moment = new Date(value);
  const pad = (number) => String(number).padStart(2, "0");
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
  return `${day} ${pad(moment.getHours())}:${pad(moment.getMinutes())}:${pad(moment.getSeconds())}`;
}

async function show(block, value) {
  const name = block.dataset.slider;
  const address = new URL(window.location.href);
  address.searchParams.delete("cursor");
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
  window.history.replaceState(null, "", address);
  for (const field of document.querySelectorAll(`#moment [name="${name}"]`)) field.value = value;
  if (await load(address, part)) picture?.draw(drawingIn(part));
  if (name === "known_at") await renewValid(address);
}

// What begins and ends depends on what was believed: the slider of valid time has other positions then.
async function renewValid(address) {
  const holder = document.getElementById("valid");
  const stops = new URL(`${address.pathname}/stops${address.search}`, address);
  if (await loadValid(stops, holder)) wake(holder.querySelector("[data-slider]"));
}

async function run(block, range, values) {
  const play = block.querySelector("[data-play]");
  const mine = String(Math.random());
  block.dataset.playing = mine;
  play.textContent = "❚❚ Pause";
  if (Number(range.value) === values.length - 1) await move(block, range, values, 0);
  while (block.dataset.playing === mine && Number(range.value) < values.length - 1) {
    await new Promise((resolve) => setTimeout(resolve, BEAT));
    if (block.dataset.playing === mine) await move(block, range, values, Number(range.value) + 1);
  }
  if (block.dataset.playing === mine) stop(block);
}

function stop(block) {
  delete block.dataset.playing;
  block.querySelector("[data-play]").textContent = "▶ Play";
}
