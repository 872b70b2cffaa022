// Distinguishes an unknown path (404) from a known path with the wrong method (405 with Allow).
import { AppError, notFound } from '../errors.ts';

/** A route in OpenAPI notation: `/verify/v1/result/{token}`. */
export interface KnownRoute {
  method: string;
  path: string;
}

/**
 * @param pages considered only if no path in `routes` matches; otherwise the page `/v/{token}`
 *   would match `/v/sessions`
 * @returns the error for a request that matched no route
 */
export function unmatchedRouteError(
  routes: readonly KnownRoute[],
  pages: readonly KnownRoute[],
  path: string,
): AppError {
  const fitting = (known: readonly KnownRoute[]) => {
    // As in OpenAPI, a literal path takes precedence over a pattern that matches it.
    const exact = known.filter((route) => route.path === path);
    const found = exact.length > 0 ? exact : known.filter((route) => matches(route.path, path));
    return found.map((route) => route.method);
  };
  const described = fitting(routes);
  const methods = described.length > 0 ? described : fitting(pages);
  if (methods.length === 0) return notFound();
  const allow = [...new Set(methods.map((method) => method.toUpperCase()))];
  if (allow.includes('GET')) allow.push('HEAD');
  return new AppError('METHOD_NOT_ALLOWED', `Use ${allow.join(' or ')} here.`, { allow });
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) =>
      part.startsWith('{') ? actual[index] !== '' : part === actual[index],
    )
  );
}
