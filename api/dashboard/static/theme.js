"use strict";

// Before the first paint: the colours that the viewer chose in this browser, if any.
const chosen = localStorage.getItem("graphmem-theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
