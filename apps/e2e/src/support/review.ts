import { apiBase } from '@tradepost/contracts/routes';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { signedInAdmin } from '@tradepost/tools/client/admin';
import type { Topology } from '@tradepost/tools/topology/start';
import { account } from './fixtures';

/** A new admin, signed in with both steps. */
export async function newAdmin(topology: Topology): Promise<{ email: string; client: ApiClient }> {
  const admin = account('admin');
  return { email: admin.email, client: await signedInAdmin(topology, admin) };
}

/** The live updates of this person's browser from now on. */
export async function listen({ origin, token }: ApiClient): Promise<{ text: () => string; close: () => void }> {
  const closing = new AbortController();
  const { body } = await fetch(`${origin}${apiBase}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  let text = '';
  const read = async () => {
    for await (const part of body!.pipeThrough(new TextDecoderStream())) text += part;
  };
  read().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return { text: () => text, close: () => closing.abort() };
}
