// The configuration of Schemathesis: which valid values it may use, and which of its checks are
// off. Pure.
import type { Sessions } from './sessions.ts';

interface Place {
  /** The path of hooks.py. */
  hooks: string;
  sessions: Sessions;
  /** The names of the checks that are turned off. */
  without: readonly string[];
}

/** @returns the configuration, as TOML */
export function configurationOf({ hooks, sessions, without }: Place): string {
  const tokens = [...sessions.results, ...sessions.links];
  return `hooks = ${JSON.stringify(hooks)}
continue-on-failure = true
request-timeout = 20

[generation]
with-security-parameters = false

${without.map((check) => `[checks.${check}]\nenabled = false\n`).join('\n')}
[parameters]
"path.token" = { dictionary = "tokens", probability = 0.6 }

[dictionaries.tokens]
values = ${JSON.stringify(tokens)}

[phases.fuzzing.extra-data-sources]
responses = true

[phases.coverage.extra-data-sources]
responses = true
`;
}
