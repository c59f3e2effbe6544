"use strict";

// Times of the server, shown in the viewer's zone; the title has UTC.
function showTimes(root) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    const pad = (number) => String(number).padStart(2, "0");
    const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
    time.textContent = `${day} ${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
    delete time.dataset.local;
  }
}

// Colours: as the system, light, dark.
const THEMES = ["system", "light", "dark"];
const SIGNS = { system: "◐", light: "○", dark: "●" };

function showTheme(button) {
  const theme = document.documentElement.dataset.theme || "system";
  button.textContent = SIGNS[theme];
  button.setAttribute("aria-label", `Colours: ${theme === "system" ? "as the system" : theme}`);
}

function switchTheme(button) {
  const now = document.documentElement.dataset.theme || "system";
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  if (next === "system") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem("graphmem-theme");
  } else {
    document.documentElement.dataset.theme = next;
    localStorage.setItem("graphmem-theme", next);
  }
  showTheme(button);
}

// A filter without its empty fields: the address that it makes can be sent to somebody.
document.addEventListener("submit", (event) => {
  if (event.target.method !== "get") return;
  for (const field of event.target.elements) {
    if (field.name && !field.value) field.disabled = true;
  }
});
window.addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll('form[method="get"] :disabled')) field.disabled = false;
});

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  showTheme(button);
  button.addEventListener("click", () => switchTheme(button));
}

// On a phone the row of tabs is wider than the page: the tab of this page is brought into sight.
for (const tabs of document.querySelectorAll("nav.tabs")) {
  const current = tabs.querySelector('[aria-current="page"]');
  if (!current) continue;
  const before = current.getBoundingClientRect().left - tabs.getBoundingClientRect().left;
  tabs.scrollLeft += before - (tabs.clientWidth - current.offsetWidth) / 2;
}

// Copy the text beside a button.
async function copyText(button) {
  const text = button.parentElement.querySelector("code").textContent;
  const label = button.querySelector("[data-said]");
  const said = label.textContent;
  try {
    await navigator.clipboard.writeText(text);
    label.textContent = "Copied";
  } catch {
    label.textContent = "Select and copy";  // outside TLS a browser keeps the clipboard to itself
  }
  setTimeout(() => { label.textContent = said; }, 2000);
}
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-copy]");
  if (button) copyText(button);
});

showTimes(document);
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) if (node instanceof Element) showTimes(node.parentElement || node);
  }
}).observe(document.body, { childList: true, subtree: true });
