// Runs one recipe: starts it, signs a person in to its site, and returns the claims that the site
// shows.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startGroup } from '../process-group.ts';
import type { Recipe } from './recipes.ts';
import { signIn } from './visitor.ts';

const READY_TIMEOUT_MS = 60_000;

interface RecipeWorld {
  /** The origin of the service. */
  service: string;
  account: { email: string; password: string };
  /** The port of the recipe's server. */
  port: number;
  clients: Readonly<Record<string, string>>;
}

/**
 * @returns the claims that the recipe's site shows
 * @throws Error when the recipe does not start (with its output if it exited) or the sign-in is not
 *   completed
 */
export async function runRecipe(
  recipe: Recipe,
  { service, account, port, clients }: RecipeWorld,
): Promise<Record<string, unknown>> {
  const [program = '', ...args] = recipe.start;
  const group = startGroup(
    recipe.name,
    program,
    args,
    {
      ...process.env,
      ...clients,
      AGATE_URL: service,
      PORT: String(port),
    },
    recipe.folder,
  );
  let printed: string | undefined;
  void group.ended.then(({ output }) => (printed = output));
  try {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await isListening(port))) {
      if (printed !== undefined) throw new Error(`${recipe.name} ended.\n${printed}`);
      if (Date.now() > deadline) throw new Error(`${recipe.name} does not listen.`);
      await delay(50);
    }
    const claims = await signIn(new URL(`http://localhost:${port}/login`), service, account);
    return claims as Record<string, unknown>;
  } finally {
    await group.stop();
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
