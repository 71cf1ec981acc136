import type { Actor } from '@tradepost/contracts/actor';
import { AppError, isErrorCode, type ErrorCode, type FieldError } from '@tradepost/contracts/errors';
import type { Deserializer, ReadPacket, Serializer, WritePacket } from '@nestjs/microservices';
import type { WorkContext } from '../runtime/context';

/** A request as it crosses the transport. */
export interface CommandMessage {
  input: unknown;
  /** The caller, as `ActorClaims` encodes it. */
  claim: string;
  requestId: string;
  idempotency?: WorkContext['idempotency'];
  traceparent?: string | undefined;
}

/** A request with a verified caller. */
export interface AdmittedMessage extends CommandMessage {
  actor: Actor;
}

interface Failure {
  code: ErrorCode;
  message: string;
  errors?: FieldError[] | undefined;
  retryAfter?: number | undefined;
}

type Reply = { result: unknown } | { error: Failure };

const encode = (value: CommandMessage | Reply) => Buffer.from(JSON.stringify(value));
const decode = (data: Uint8Array): unknown =>
  JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());

export const requestSerializer: Serializer<ReadPacket<CommandMessage>, { data: Uint8Array }> = {
  serialize: ({ data }) => ({ data: encode(data) }),
};

/** Never throws: Nest would end the process. The guard refuses a message without a claim. */
export const requestDeserializer: Deserializer<Uint8Array, ReadPacket<Partial<CommandMessage>> & { id: string }> = {
  deserialize: (bytes, { channel, replyTo = '' }: { channel?: string; replyTo?: string } = {}) => {
    try {
      return { id: replyTo, pattern: channel, data: (decode(bytes) ?? {}) as Partial<CommandMessage> };
    } catch {
      return { id: replyTo, pattern: channel, data: {} };
    }
  },
};

export const replySerializer: Serializer<WritePacket, { data: Uint8Array }> = {
  serialize: ({ err, response }) => ({ data: encode(err ? { error: failureOf(err) } : { result: response ?? null }) }),
};

/** Never throws, as above. */
export const replyDeserializer: Deserializer<Uint8Array, WritePacket> = {
  deserialize: (bytes) => {
    try {
      const reply = decode(bytes) as Reply;
      return 'error' in reply
        ? { err: errorOf(reply.error), isDisposed: true }
        : { response: reply.result, isDisposed: true };
    } catch (error) {
      return { err: error, isDisposed: true };
    }
  },
};

function failureOf(error: unknown): Failure {
  const { code, message, errors, retryAfter } = error instanceof AppError ? error : new AppError('INTERNAL');
  return { code, message, errors, retryAfter };
}

const errorOf = ({ code, ...options }: Failure) => new AppError(isErrorCode(code) ? code : 'INTERNAL', options);
