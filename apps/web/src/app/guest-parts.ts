// one script instead of three: the sign-in needs them at once
export { AuthLayout } from './layout/auth-layout';
export { default as LoginPage } from '../features/login/login.page';
export { default as ReceiverLoginPage } from '../features/login/receiver-login.page';
