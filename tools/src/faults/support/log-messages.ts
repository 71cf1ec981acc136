import type { ApiClient } from '@tradepost/client/api/api-client';
import type { LogEntry } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import type { Page } from '@tradepost/contracts/values/fields';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';

/** The messages of a company's log, newest first. */
export async function everyLogMessage(client: ApiClient): Promise<string[]> {
  const entries = await readAllPages(
    (page) => client.send(routes.logs, { page, pageSize: 200 }) as Promise<Page<LogEntry>>,
  );
  return entries.map(({ message }) => message);
}
