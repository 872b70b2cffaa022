// WebSockets of pages that follow a session. They hibernate with the object and carry no data: a
// message only signals a change, and the page then fetches the session with its cookie.

const MAX_SOCKETS = 6;
const CHANGED = JSON.stringify({ type: 'changed' });

/** Accepts a page's socket; pings are answered without waking the object. */
export function acceptSocket(ctx: DurableObjectState): Response {
  const open = ctx.getWebSockets();
  if (open.length >= MAX_SOCKETS) open[0]?.close(1013, 'too many open pages');
  const { 0: client, 1: server } = new WebSocketPair();
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
  ctx.acceptWebSocket(server);
  return new Response(null, { status: 101, webSocket: client });
}

export function announceChange(ctx: DurableObjectState): void {
  for (const socket of ctx.getWebSockets()) {
    try {
      socket.send(CHANGED);
    } catch {
      // The socket is closing; its page will notice the change at its next poll.
    }
  }
}
