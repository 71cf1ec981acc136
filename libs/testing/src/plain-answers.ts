import type { INestApplicationContext } from '@nestjs/common';
import { Server } from '@nestjs/microservices';
import type { CommandMessage } from '@tradepost/service-kit/commands/command-message';

interface AnsweringServer {
  answer(subject: string, message: CommandMessage): Promise<unknown>;
}

/**
 * The in-process transport passes objects on as they are. From now on an answer that JSON would change fails the call, because
 * the services topology would answer differently, and nobody can change what another service sent or answered.
 */
export function requirePlainAnswers(app: INestApplicationContext): void {
  const server = app.get<AnsweringServer>(Server);
  const answer = server.answer.bind(server);
  server.answer = async (subject, message) => {
    deepFreeze(message.input);
    const result = await answer(subject, message);
    const changed = changedByJson(result, subject);
    if (changed) throw new Error(`JSON would change ${changed}`);
    return deepFreeze(result);
  };
}

/** Where the value has what JSON lacks; fields that are undefined count as absent. */
function changedByJson(value: unknown, at: string): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return undefined;
  if (Array.isArray(value)) return first(value.map((item, n) => () => changedByJson(item, `${at}[${n}]`)));
  if (typeof value !== 'object' || 'toJSON' in value || ArrayBuffer.isView(value) || Symbol.iterator in value)
    return at;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return first(
    fields.map(
      ([key, item]) =>
        () =>
          changedByJson(item, `${at}.${key}`),
    ),
  );
}

const first = (checks: (() => string | undefined)[]) => {
  for (const check of checks) {
    const found = check();
    if (found) return found;
  }
  return undefined;
};

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}
