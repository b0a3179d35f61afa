export const sessionExpired = {
  ended: { title: "You were signed out", text: "Your session has ended. Please sign in again to go on." },
  unreachable: {
    title: "We could not check who you are",
    text: "The sign-in service did not answer. You are still signed in: please try again in a moment.",
  },
} as const;
