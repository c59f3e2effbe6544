/** A value of a path or of a query. A list repeats its parameter. */
export type AddressValue = string | number | boolean | null | undefined | readonly string[];

/**
 * Returns the base of all addresses, without a slash at its end.
 *
 * @throws TypeError if it is not the address of an HTTP server, or contains a name and password.
 */
export function baseOf(url: string): string {
  if (!URL.canParse(url)) throw new TypeError("url must be an address such as http://127.0.0.1:8350");
  const base = new URL(url);
  if (base.protocol !== "http:" && base.protocol !== "https:") throw new TypeError("url must begin with http or https");
  if (base.username || base.password) throw new TypeError("url must not contain a name or password");
  if (base.search || base.hash) throw new TypeError("url must not contain a query or fragment");
  return base.origin + base.pathname.replace(/\/+$/, "").replace(/\/+v1$/, "");
}

/**
 * Returns a path with its names filled in, and its query.
 *
 * @throws TypeError if a name is empty, or is `.` or `..`: these would lead to another address.
 */
export function addressOf(
  template: string,
  names: Readonly<Record<string, string>>,
  query: Readonly<Record<string, AddressValue>> = {},
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, names[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

function segmentOf(name: string, value: string | undefined): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") {
    throw new TypeError(`${name} must be a text other than "", "." and ".."`);
  }
  return encodeURIComponent(value);
}
