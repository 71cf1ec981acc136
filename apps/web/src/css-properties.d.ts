import 'react';

declare module 'react' {
  /** The only inline style: a value that is known at run time, handed to a CSS module as a custom property. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
