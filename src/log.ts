// What went wrong out of anybody's sight, as one structured line. No personal data, no secrets, no parameters.

/** @param facts ids and names of kinds only */
export function logIncident(event: string, facts: Readonly<Record<string, string | number>>): void {
  console.error(JSON.stringify({ event, ...facts }));
}
