import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { apiBase } from '@tradepost/contracts/routes';
import { currentDocument } from '@tradepost/openapi/current';
import type { Operation } from '@tradepost/openapi/operation';
import { fieldPart, formEnd, formType } from './forms';
import type { Finding } from './round';
import type { Caller } from './tenants';

/** A body of a certain size. */
interface Sized {
  type: string;
  /** What is sent of it. */
  content: Buffer;
  /** What the call announces; more than is sent where the server must refuse it before it reads. */
  announced: number;
  isTooLarge: boolean;
}

interface Target {
  method: string;
  template: string;
  operation: Operation;
}

const targets: Target[] = Object.entries(currentDocument().paths).flatMap(([template, ofPath]) =>
  Object.entries(ofPath).map(([method, operation]) => ({ method: method.toUpperCase(), template, operation })),
);

/** As large as the document allows, and one byte more. */
function bodiesOf({ operation }: Target): Sized[] {
  const { 'x-max-body-bytes': most, 'x-max-urlencoded-bytes': urlencoded, 'x-form-limits': form } = operation;
  if (form) {
    const { maxFieldBytes, largeFields = {} } = form;
    const fields = Object.entries({ padding: maxFieldBytes, ...largeFields });
    return [...fields.flatMap(([name, bytes]) => fieldsAround(name, bytes)), ...announcedOver(formType, most)];
  }
  if (most === undefined) return [];
  return [
    { ...whole('application/json', Buffer.from('{}'.padEnd(most))), isTooLarge: false },
    ...announcedOver('application/json', most),
    ...(urlencoded === undefined ? [] : urlencodedAround(urlencoded)),
  ];
}

const whole = (type: string, content: Buffer) => ({ type, content, announced: content.length });
const announcedOver = (type: string, most: number | undefined): Sized[] =>
  most === undefined ? [] : [{ type, content: Buffer.from(''), announced: most + 1, isTooLarge: true }];

const fieldsAround = (name: string, bytes: number): Sized[] =>
  [bytes, bytes + 1].map((length) => ({
    ...whole(formType, Buffer.concat([fieldPart(name, 'x'.repeat(length)), formEnd])),
    isTooLarge: length > bytes,
  }));

const urlencodedAround = (bytes: number): Sized[] =>
  [bytes, bytes + 1].map((length) => ({
    ...whole('application/x-www-form-urlencoded', Buffer.from('padding='.padEnd(length, 'x'))),
    isTooLarge: length > bytes,
  }));

/** Operations at a time: the server answers each body that is too large after a second. */
const lanes = 32;

/** Sends every operation a body of the size that the document allows, and a larger one. Forms are sent by the caller, JSON by nobody, so that nothing is changed. */
export async function checkBodyLimits(origin: string, sender: Caller): Promise<Finding[]> {
  const findings: Finding[] = [];
  const left = [...targets];
  const lane = async () => {
    for (let target = left.shift(); target; target = left.shift())
      findings.push(...(await wrongAnswers(origin, target, sender)));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return findings;
}

async function wrongAnswers(origin: string, target: Target, sender: Caller): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const body of bodiesOf(target)) {
    const token = target.operation['x-form-limits'] ? sender.token : undefined;
    const { status, problem } = await answerTo(origin, target, body, token);
    if (status < 500 && (status === 413) === body.isTooLarge) continue;
    const { method, template } = target;
    const what = `${method} ${template}: ${body.announced} bytes of ${body.type} are answered with ${status}`;
    findings.push({ what, count: 1, example: problem.slice(0, 300) });
  }
  return findings;
}

async function answerTo(
  origin: string,
  { method, template }: Target,
  { type, content, announced }: Sized,
  token: string | undefined,
): Promise<{ status: number; problem: string }> {
  const headers: OutgoingHttpHeaders = {
    'content-type': type,
    'content-length': announced,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const call = request(`${origin}${apiBase}${template.replace(/\{\w+\}/g, 'none')}`, { method, headers, agent: false });
  const answer = firstAnswer(call);
  call.flushHeaders();
  if (content.length > 0) call.write(content);
  try {
    const response = await answer;
    return { status: response.statusCode ?? 0, problem: await text(response) };
  } finally {
    call.destroy();
  }
}

/** What breaks after the answer is of no interest: the server closes a connection over which more was announced. */
async function firstAnswer(call: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  call.on('error', () => undefined);
  return response;
}
