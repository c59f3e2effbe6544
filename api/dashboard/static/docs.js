"use strict";

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger",
  deepLinking: true,
  validatorUrl: null,
  syntaxHighlight: false,
  presets: [SwaggerUIBundle.presets.apis],
});
