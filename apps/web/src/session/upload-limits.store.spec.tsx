import { followUploadLimits, useUploadLimits } from './upload-limits.store';

afterEach(() => delete window.siteInfo);

test('the limits for uploads are those of the server, and the default ones where it states none that are possible', async () => {
  const defaults = useUploadLimits.getState();
  window.siteInfo = Promise.resolve({ uploads: { maxFileBytes: 7, fileTypes: null } });
  await followUploadLimits();
  expect(useUploadLimits.getState()).toEqual({ maxFileBytes: 7, fileTypes: null });
  for (const uploads of [undefined, { maxFileBytes: 1e300, fileTypes: [{}] }]) {
    window.siteInfo = Promise.resolve({ uploads });
    await followUploadLimits();
    expect(useUploadLimits.getState()).toEqual(defaults);
  }
});
