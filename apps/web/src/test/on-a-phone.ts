/** For the tests of the surrounding block: a screen that is narrower than any layout asks for. */
export function onAPhone() {
  const { matchMedia } = window;
  beforeEach(() => {
    window.matchMedia = (media) => ({ ...matchMedia(media), matches: false });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });
}
