import { object } from 'yup';
import { readConfig } from './config';
import { fileSizeSettings, quotaSettings } from './upload-settings';

const read = (env: Record<string, string>) => readConfig(object({ ...fileSizeSettings, ...quotaSettings }), env);

test('without settings, a file may have 50 MiB and a company 10 GiB', () => {
  expect(read({})).toEqual({ MAX_FILE_BYTES: 52_428_800, STORAGE_BYTES_PER_COMPANY: 10_737_418_240 });
  expect(read({ MAX_FILE_BYTES: '5497558138880' }).MAX_FILE_BYTES).toBe(5 * 1024 ** 4);
});

test.each(['0', '-1', '1.5', 'much', '50MB', 'NaN', 'Infinity', '5497558138881'])(
  'a limit of %s is refused',
  (given) => {
    expect(() => read({ MAX_FILE_BYTES: given })).toThrow(
      'Settings: MAX_FILE_BYTES must be a whole number of bytes from 1 to 5497558138880. See docs/configuration.md.',
    );
    expect(() => read({ STORAGE_BYTES_PER_COMPANY: given === '5497558138881' ? '1e30' : given })).toThrow(
      'STORAGE_BYTES_PER_COMPANY must be a whole number of bytes',
    );
  },
);
