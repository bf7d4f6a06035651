// Nothing here
/* but comments,
   over several lines. */
