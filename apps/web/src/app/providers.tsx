import { StyleProvider } from '@ant-design/cssinjs';
import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { queryClient } from '../api/query-client';
import { themeOf } from './theme/theme';
import { useReducedMotion, useScheme } from './theme/scheme';

/** F8 moves the focus to the toast. */
function useToastKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'F8') document.querySelector<HTMLElement>('.ant-notification-notice-close')?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

export function Providers({ children }: { children: ReactNode }) {
  useToastKey();
  const theme = themeOf(useScheme(), useReducedMotion());
  return (
    // antd's styles go into a cascade layer, so that a single class of ours overrides them
    <StyleProvider layer>
      <ConfigProvider
        theme={theme}
        form={{ requiredMark: false }}
        button={{ autoInsertSpace: false }}
        select={{ showSearch: { optionFilterProp: 'label' } }}
      >
        <App
          component={false}
          notification={{ maxCount: 1, placement: 'bottomRight', duration: 5, pauseOnHover: true }}
        >
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </App>
      </ConfigProvider>
    </StyleProvider>
  );
}
