// The consoles' calls in the shape that openapi-fetch reads: `Routes` by path and method, each with
// its `parameters`, `requestBody` and `responses`. Error responses are omitted, because the client
// throws them.
import type { Routes, WireMeta } from './wire.ts';

type Name = keyof Routes;
type Path = Name extends `${string} ${infer Address}` ? Address : never;
type Method = Lowercase<Name extends `${infer Verb} ${string}` ? Verb : never>;
type NameOf<P extends Path, M extends Method> = `${Uppercase<M>} ${P}`;

export type Paths = {
  [P in Path]: { [M in Method as NameOf<P, M> extends Name ? M : never]: Call<P, M> };
};

type Call<P extends Path, M extends Method> =
  NameOf<P, M> extends infer Known extends Name ? Operation<Routes[Known]> : never;

type Place = 'path' | 'query' | 'header' | 'cookie';

type Operation<Route> = {
  /**
   * A location (path, query, header or cookie) in which the call has no parameters is `never`, so
   * that nothing can be sent there.
   */
  parameters: Pick<Route, keyof Route & Place> & { [P in Exclude<Place, keyof Route>]?: never };
  responses: { '2XX': { content: { '*/*': AnswerOf<Route> } } };
} & BodyOf<Route>;

type AnswerOf<Route> =
  | (Route extends { data: infer Data } ? { success: true; data: Data; meta: WireMeta } : never)
  | (Route extends { file: infer File } ? File : never);

/** A request body that is required, optional or absent, like the route's `body`. */
type BodyOf<Route> = 'body' extends keyof Route
  ? {
      [Key in keyof Route as Key extends 'body' ? 'requestBody' : never]: {
        content: { 'application/json': NonNullable<Route[Key]> };
      };
    }
  : { requestBody?: never };
