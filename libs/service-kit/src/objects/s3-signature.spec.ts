import { presigned } from './s3-signature';

const example = {
  method: 'GET',
  url: 'https://examplebucket.s3.amazonaws.com/test.txt',
  headers: {},
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  at: new Date('2013-05-24T00:00:00Z'),
  seconds: 86_400,
};

test("signs Amazon's own example as Amazon does", () => {
  expect(presigned(example)).toBe(
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test('another header changes the signature', () => {
  const signature = (value: string) =>
    /Signature=(.*)$/.exec(presigned({ ...example, headers: { 'x-amz-meta-a': value } }))?.[1];
  expect(signature('1')).not.toBe(signature('2'));
  expect(presigned({ ...example, headers: { 'x-amz-meta-a': '1' } })).toContain('SignedHeaders=host%3Bx-amz-meta-a&');
});
