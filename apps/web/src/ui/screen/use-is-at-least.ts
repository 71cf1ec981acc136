import { useSyncExternalStore } from 'react';

const atLeast = (pixels: number) => {
  const screen = () => matchMedia(`(min-width: ${pixels}px)`);
  return {
    matches: () => screen().matches,
    subscribe: (onChange: () => void) => {
      const watched = screen();
      watched.addEventListener('change', onChange);
      return () => watched.removeEventListener('change', onChange);
    },
  };
};

/** Named and as wide as those of antd. */
const screens = { md: atLeast(768), lg: atLeast(992), xl: atLeast(1200) };

/**
 * Whether the screen is at least as wide. It is known when a part is first rendered; antd's `useBreakpoint` says so one render later, when the
 * part has already been set up for a narrow screen.
 */
export const useIsAtLeast = (width: keyof typeof screens): boolean =>
  useSyncExternalStore(screens[width].subscribe, screens[width].matches);
