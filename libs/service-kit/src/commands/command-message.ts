import type { Actor } from '@tradepost/contracts/actor';
import { AppError, isErrorCode, type ErrorCode, type FieldError } from '@tradepost/contracts/errors';
import type { WorkContext } from '../runtime/context';
import type { ActorClaim } from '../security/actor-claim';

/** A request as it crosses the transport. */
export interface CommandMessage {
  input: unknown;
  /** The caller, as `ActorClaims` encodes it. */
  claim: ActorClaim;
  requestId: string;
  idempotency?: WorkContext['idempotency'];
  traceparent?: string | undefined;
}

/** A request with a verified caller. */
export interface AdmittedMessage extends CommandMessage {
  actor: Actor;
}

/** What a caller learns of an error. */
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

export const encodeRequest = (message: CommandMessage): Uint8Array => encode(message);

/** Bytes that are not a message become a message without a claim, which the guard refuses. */
export function decodeRequest(bytes: Uint8Array): CommandMessage {
  try {
    return (decode(bytes) ?? {}) as CommandMessage;
  } catch {
    return {} as CommandMessage;
  }
}

/** What a service answered: the value itself, or its JSON where the transport carries that. */
export type Answer = { value: unknown } | { json: Uint8Array };

export const encodeResult = (result: unknown): Uint8Array => encode({ result });

export const encodeError = (error: unknown): Uint8Array => encode({ error: failureOf(error) });

/** A reply with a result begins so and ends with a brace. */
const resultPrefix = Buffer.from('{"result":');

/** @throws AppError as the service answered */
export function decodeReply(bytes: Uint8Array): Answer {
  if (resultPrefix.equals(bytes.subarray(0, resultPrefix.length)))
    return { json: bytes.subarray(resultPrefix.length, bytes.length - 1) };
  const reply = decode(bytes) as Reply;
  if ('error' in reply) throw errorOf(reply.error);
  throw new AppError('INTERNAL');
}

export const valueOf = (answer: Answer): unknown => ('value' in answer ? answer.value : decode(answer.json));

/** The error as its caller sees it: without its cause, which stays with the service. */
export const errorForCaller = (error: unknown): AppError => errorOf(failureOf(error));

function failureOf(error: unknown): Failure {
  const { code, message, errors, retryAfter } = error instanceof AppError ? error : new AppError('INTERNAL');
  return { code, message, errors, retryAfter };
}

const errorOf = ({ code, ...options }: Failure) => new AppError(isErrorCode(code) ? code : 'INTERNAL', options);
