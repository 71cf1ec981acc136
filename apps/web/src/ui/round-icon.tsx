import { Flex, theme } from 'antd';
import type { ReactNode } from 'react';

/** A drawing in a disc of the accent colour, above the heading of a screen with one message. */
export function RoundIcon({ icon }: { icon: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <Flex
      align="center"
      justify="center"
      aria-hidden
      style={{
        width: 52,
        height: 52,
        borderRadius: 26,
        marginBottom: 20,
        fontSize: 22,
        background: token.colorPrimaryBg,
        color: token.colorLink,
      }}
    >
      {icon}
    </Flex>
  );
}
