import type { KeyScope } from '../actor';
import type { AnyCommand, Command, In, InputSchema, Out } from '../define';

/**
 * Who may call a route. `any`: every signed-in user; `onboarding`, `password-reset`: tokens of that scope; `member`: a user or an
 * onboarding token; `enrolling`: a user or an enrolment token; `anyone`: a token of any scope.
 */
export type Allow =
  | 'public'
  | 'any'
  | 'sender'
  | 'receiver'
  | 'admin'
  | 'onboarding'
  | 'member'
  | 'enrolling'
  | 'anyone'
  | 'password-reset';

/** Which identity of the caller an input field must equal. */
export type Self = 'email' | 'userId' | 'user-or-company';

export interface RouteOptions {
  allow: Allow;
  /** Answers KYC_PENDING while the company's registration is pending. */
  kyc?: boolean;
  /** The scope that an API key needs; `any`: every key but SCIM tokens. Absent: API keys cannot call it. */
  key?: KeyScope | 'any';
  /** 200 unless the call creates, or answers nothing (204). */
  status?: 200 | 201 | 204;
  /** Wire spelling of input fields, where it differs. */
  wire?: Record<string, string>;
  /** Input fields that the route sets; values of the caller are ignored. */
  fixed?: Record<string, string | boolean>;
  /** Fields that must equal an identity of the caller; the owning service checks them. */
  self?: Record<string, Self>;
  /** `multipart`: the gateway streams it; `tus`: resumable upload protocol tus 1.0; `part`: the bytes of one part of an upload. */
  body?: 'json' | 'multipart' | 'tus' | 'part';
  /** Names of the file parts of the form. */
  files?: readonly string[];
  /** Accepts an `Idempotency-Key`. */
  idempotent?: boolean;
  /** `bytes` is streamed from the object store; `page` is HTML for a browser; `scim` is JSON as RFC 7644 has it, also of errors. */
  answer?: 'json' | 'bytes' | 'page' | 'scim';
  /** Its answer is a list: it has an `ETag`, and 304 answers for an unchanged one. */
  list?: boolean;
  /** The command that produces the answer, if it is not `command`. */
  answeredBy?: AnyCommand;
  /** Another command that may do all the work of the route, with the same answer and errors. */
  doneBy?: AnyCommand;
}

export interface Route<C extends AnyCommand = AnyCommand> extends RouteOptions {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:name` for path parameters. */
  readonly path: string;
  readonly command: C;
}

export type RouteIn<R extends Route> = In<R['command']>;
export type RouteOut<R extends Route> = Out<R['command']>;

const on =
  (method: Route['method']) =>
  <S extends InputSchema, O, N extends string, const T extends RouteOptions>(
    path: string,
    command: Command<S, O, N>,
    options: T,
  ): Pick<Route<Command<S, O, N>>, 'method' | 'path' | 'command'> & T => ({
    method,
    path,
    command,
    ...options,
  });

export const get = on('GET');
export const head = on('HEAD');
export const post = on('POST');
export const put = on('PUT');
export const patch = on('PATCH');
export const del = on('DELETE');
