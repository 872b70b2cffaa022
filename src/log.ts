// Logs a failure that no response reports, as one structured line without personal data, secrets or
// parameters.

/** @param facts ids, counts and type names only */
export function logIncident(event: string, facts: Readonly<Record<string, string | number>>): void {
  console.error(JSON.stringify({ event, ...facts }));
}
