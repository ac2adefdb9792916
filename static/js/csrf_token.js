// The token that the server expects of forms by now; whoever signed in again, in another tab, has a new one.
export const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
