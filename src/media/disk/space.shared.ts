/** The steps of an upload that waits for space on a worker's disk: beside other jobs, or at all. */
export const NO_SPACE = 'no_space'
export const TOO_LARGE = 'too_large'
