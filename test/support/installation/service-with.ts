// The service with bindings that differ from those in the tests' configuration.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import worker from '../../../src/index.ts';

export function serviceWith(bindings: Env) {
  return async (request: Request): Promise<Response> => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request, bindings, execution);
    await waitOnExecutionContext(execution);
    return response;
  };
}
