// Notes every address and name that a process asks the C library for in the file SPY_FILE; see network-watch.ts.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

static void note(const char *what) {
  const char *path = getenv("SPY_FILE");
  FILE *out = path ? fopen(path, "a") : NULL;
  if (!out) abort();
  fprintf(out, "%s\n", what);
  fclose(out);
}

static void note_address(const struct sockaddr *to) {
  char text[INET6_ADDRSTRLEN];
  if (to && to->sa_family == AF_INET)
    note(inet_ntop(AF_INET, &((const struct sockaddr_in *)to)->sin_addr, text, sizeof text));
  else if (to && to->sa_family == AF_INET6)
    note(inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)to)->sin6_addr, text, sizeof text));
}

int connect(int fd, const struct sockaddr *to, socklen_t length) {
  int (*next)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
  note_address(to);
  return next(fd, to, length);
}

ssize_t sendto(int fd, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t length) {
  ssize_t (*next)(int, const void *, size_t, int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "sendto");
  note_address(to);
  return next(fd, data, size, flags, to, length);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  ssize_t (*next)(int, const struct msghdr *, int) = dlsym(RTLD_NEXT, "sendmsg");
  note_address(message->msg_name);
  return next(fd, message, flags);
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
  if (name) note(name);
  return next(name, service, hints, found);
}
