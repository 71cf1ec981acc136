import { misfit, type Answer } from './answers';

const json = 'application/json';
const problem = {
  type: 'urn:tradepost:error:NOT_FOUND',
  title: 'Not Found',
  status: 404,
  detail: 'Not found',
  code: 'NOT_FOUND',
  message: 'Not found',
  requestId: '1',
};
const stats = { totalStorage: 1, usedStorage: 0, files: 0, folders: 0 };
const about = (answer: Partial<Answer>): Answer => ({
  method: 'GET',
  path: '/api/file-sharing/stats',
  status: 200,
  mediaType: json,
  body: stats,
  ...answer,
});
const notFound = (body: object): Answer => ({
  method: 'GET',
  path: '/api/file-sharing/folders/1/files',
  status: 404,
  mediaType: 'application/problem+json',
  body,
});

it('accepts answers that match the document', () => {
  expect(misfit(about({}))).toBeUndefined();
  expect(misfit(about({ method: 'POST', path: '/api/auth/email-reciver?x=1', body: ['a@b.example'] }))).toBeUndefined();
  expect(misfit(notFound(problem))).toBeUndefined();
  expect(
    misfit(about({ path: '/api/file-requests/1/archive', status: 206, mediaType: 'application/zip', body: undefined })),
  ).toBeUndefined();
});

it.each<[string, Answer, RegExp]>([
  ['a field of another type', about({ body: { ...stats, files: '0' } }), /files must be number/],
  ['a field that is missing', about({ body: { files: 0 } }), /must have required property/],
  ['a field nobody wrote down', about({ body: { ...stats, objectKey: 'x' } }), /objectKey/],
  ['another status', about({ status: 201 }), /no such status/],
  ['another media type', about({ mediaType: 'text/html', body: undefined }), /text\/html is not described/],
  ['a call that is not described', about({ path: '/api/file-sharing/secret' }), /not in the document/],
  [
    'an error the call does not name',
    notFound({ ...problem, code: 'LINK_EXPIRED' }),
    /must be equal to one of the allowed values/,
  ],
  ['a problem that lacks its code', notFound({ ...problem, code: undefined }), /code/],
  [
    'an unknown address without a problem',
    about({ path: '/api/nowhere', status: 404, body: {} }),
    /must have required property/,
  ],
])('finds %s', (_what, answer, words) => {
  expect(misfit(answer)).toMatch(words);
});
